function render({ model, el }) {
  const hint = document.createElement("div");
  hint.className = "rummistats-tiles-label";
  const bar = document.createElement("div");
  bar.className = "rummistats-tiles";
  bar.setAttribute("role", "toolbar");
  el.append(hint, bar);
  const buttons = () => [...bar.querySelectorAll("button")];

  function stop_at(button) {
    for (const each of buttons()) each.tabIndex = each === button ? 0 : -1;
  }

  function show() {
    hint.textContent = model.get("label");
    bar.setAttribute("aria-label", model.get("label"));
    const columns = model.get("columns");
    bar.style.gridTemplateColumns = columns ? `repeat(${columns}, max-content)` : "";
    bar.classList.toggle("rummistats-flowing", !columns);
    const had = buttons();
    const focused = had.indexOf(document.activeElement);
    const at = Math.max(0, had.findIndex((each) => each.tabIndex === 0));
    const tiles = model.get("tiles");
    // Buttons stay the same where they can, so that the focus does.
    tiles.forEach((tile, place) => {
      const button = had[place] ?? document.createElement("button");
      if (!had[place]) {
        button.type = "button";
        button.className = "rummistats-tile";
        bar.append(button);
      }
      const content = `${tile.svg}<span class="rummistats-note" aria-hidden="true"></span>`;
      if (button.dataset.content !== content) {
        button.innerHTML = content;
        button.dataset.content = content;
      }
      button.lastChild.textContent = tile.note ?? "";
      button.dataset.tile = tile.text;
      button.setAttribute("aria-label", tile.name);
      button.title = tile.name;
      button.setAttribute("aria-disabled", tile.off ? "true" : "false");
    });
    had.slice(tiles.length).forEach((button) => button.remove());
    bar.querySelector(".rummistats-empty")?.remove();
    if (!tiles.length) {
      const empty = document.createElement("span");
      empty.className = "rummistats-empty";
      empty.textContent = model.get("empty");
      bar.append(empty);
    }
    const now = buttons();
    const next = now[Math.min(at, now.length - 1)];
    if (next) {
      stop_at(next);
      if (focused >= 0) now[Math.min(focused, now.length - 1)].focus();
    }
  }

  bar.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    stop_at(button);
    const turn = (model.get("value").turn ?? 0) + 1;
    model.set("value", { text: button.dataset.tile, turn });
    model.save_changes();
  });
  bar.addEventListener("keydown", (event) => {
    event.stopPropagation();
    const all = buttons();
    const place = all.indexOf(document.activeElement);
    const row = model.get("columns") || 1;
    const steps = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: row, ArrowUp: -row };
    let next = place + steps[event.key];
    if (event.key === "Home") next = 0;
    if (event.key === "End") next = all.length - 1;
    if (place < 0 || !all[next]) return;
    event.preventDefault();
    stop_at(all[next]);
    all[next].focus();
  });
  for (const trait of ["tiles", "label", "columns", "empty"]) model.on(`change:${trait}`, show);
  show();
}

export default { render };
