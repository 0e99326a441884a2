function render({ model, el }) {
  // The element stays and only its content changes: that is what screen readers notice.
  const words = document.createElement("div");
  words.className = "rummistats-words";
  words.setAttribute("role", "status");
  words.setAttribute("aria-live", "polite");
  // Whoever waits for longer than a moment is told so.
  const waiting = document.createElement("div");
  waiting.className = "rummistats-waiting";
  waiting.textContent = "Computing …";
  waiting.hidden = true;
  el.append(waiting, words);
  let timer;
  const wait = () => {
    clearTimeout(timer);
    words.setAttribute("aria-busy", model.get("busy") ? "true" : "false");
    waiting.hidden = true;
    if (model.get("busy")) timer = setTimeout(() => { waiting.hidden = false; }, 400);
  };
  model.on("change:busy", wait);
  wait();
  const show = () => {
    words.innerHTML = model.get("html");
  };
  model.on("change:html", show);
  show();
}

export default { render };
