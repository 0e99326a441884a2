const OURS = ".rummistats-live, .rummistats-box";

function initialize() {
  if (window.rummistatsKeys) return;
  window.rummistatsKeys = true;
  // JupyterLab hears keys before a widget does, and takes arrows, Enter and letters for its own
  // unless the very element asks it not to. With Ctrl, Shift and the like they stay commands.
  window.addEventListener("keydown", (event) => {
    if (!event.target.closest?.(OURS)) return;
    const command = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
    event.target.toggleAttribute("data-lm-suppress-shortcuts", !command);
  }, true);
}

export default { initialize, render() {} };
