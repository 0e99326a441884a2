function render({ model, el }) {
  const group = document.createElement("div");
  group.className = "rummistats-number";
  const label = document.createElement("label");
  const text = document.createElement("span");
  const slider = document.createElement("input");
  const field = document.createElement("input");
  slider.type = "range";
  field.type = "number";
  label.append(text, slider);
  group.append(label, field);
  el.append(group);

  const nearest = (stops, value) =>
    stops.reduce((best, stop, i) =>
      Math.abs(stop - value) < Math.abs(stops[best] - value) ? i : best, 0);

  function place_of(value) {
    const stops = model.get("stops");
    return stops.length ? nearest(stops, value) : value;
  }

  function show() {
    const [low, high, value, stops] = ["low", "high", "value", "stops"].map((n) => model.get(n));
    text.textContent = model.get("label");
    field.setAttribute("aria-label", `${model.get("label")}, as a number`);
    field.min = low;
    field.max = high;
    field.step = 1;
    if (document.activeElement !== field) field.value = value;
    slider.min = stops.length ? 0 : low;
    slider.max = stops.length ? stops.length - 1 : high;
    slider.step = 1;
    slider.value = place_of(value);
    slider.setAttribute("aria-valuetext", value.toLocaleString("en-US"));
    slider.disabled = field.disabled = model.get("disabled");
  }

  let timer;
  function send(value, pause) {
    clearTimeout(timer);
    timer = setTimeout(() => {
      model.set("value", value);
      model.save_changes();
    }, pause);
  }

  slider.addEventListener("input", () => {
    const stops = model.get("stops");
    const value = stops.length ? stops[slider.valueAsNumber] : slider.valueAsNumber;
    field.value = value;
    slider.setAttribute("aria-valuetext", value.toLocaleString("en-US"));
    send(value, 150);
  });
  field.addEventListener("change", () => {
    const value = Math.round(field.valueAsNumber);
    const kept = Number.isNaN(value)
      ? model.get("value")
      : Math.min(model.get("high"), Math.max(model.get("low"), value));
    field.value = kept;
    // The slider may have been moved a moment ago, of which the model does not know yet.
    slider.value = place_of(kept);
    send(kept, 0);
  });
  // Keys that move a slider are also commands of the notebook.
  group.addEventListener("keydown", (event) => event.stopPropagation());
  for (const trait of ["label", "low", "high", "value", "stops", "disabled"]) {
    model.on(`change:${trait}`, show);
  }
  show();
}

export default { render };
