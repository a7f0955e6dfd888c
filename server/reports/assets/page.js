"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const chooser = document.getElementById("language");
  let language = chooser.value;

  const say = (name, places) =>
    data.words[language][name].replace(/\{(\w+)\}/g, (whole, place) => (places && place in places ? places[place] : whole));
  const told = (number) => data.told[number][language];
  const element = (tag, text, kind) => {
    const made = document.createElement(tag);
    if (text !== undefined) made.textContent = text;
    if (kind) made.className = kind;
    return made;
  };

  // Everything that says something says it anew in the language chosen.
  const speak = () => {
    document.documentElement.lang = language;
    document.title = say(data.title);
    for (const one of document.querySelectorAll("[data-say]")) {
      one.textContent = say(one.dataset.say, JSON.parse(one.dataset.places || "{}"));
    }
    for (const one of document.querySelectorAll("[data-told]")) one.textContent = told(one.dataset.told);
    for (const attribute of ["aria-label", "placeholder"]) {
      for (const one of document.querySelectorAll(`[data-say-${attribute}]`)) {
        one.setAttribute(attribute, say(one.getAttribute(`data-say-${attribute}`)));
      }
    }
  };

  const list = document.getElementById("changes");
  let draw = () => {};

  if (list) {
    const AT_ONCE = 200;
    const fields = Object.fromEntries(["search", "kind", "cause", "length"].map((id) => [id, document.getElementById(id)]));
    const count = document.getElementById("count");
    const more = document.getElementById("more");
    let fitting = [];
    let shown = 0;

    // Letters anywhere in the word; with ? or * the pattern is the whole word.
    const pattern = () => {
      const folded = fields.search.value.normalize("NFC").trim().toUpperCase().replace(/./gsu, (c) => data.folds[c] || c);
      if (!folded) return null;
      const escaped = folded.replace(/[.+^${}()|[\]\\]/g, "\\$&").replace(/\?/g, ".").replace(/\*+/g, ".*");
      return new RegExp(/[?*]/.test(folded) ? `^${escaped}$` : escaped, "u");
    };

    const fill = (chooserOf, entries) => {
      const kept = chooserOf.value;
      chooserOf.replaceChildren(...entries.map(([value, text]) => Object.assign(element("option", text), { value })));
      chooserOf.value = entries.some(([value]) => value === kept) ? kept : "";
    };

    const choices = () => {
      const every = ["", say("every")];
      const codes = [...new Set(data.causes.map((one) => one.code))];
      const lengths = [...new Set(data.rows.map((row) => row[0].length))].sort((one, two) => one - two);
      fill(fields.kind, [every, ["0", say("added")], ["1", say("removed")]]);
      fill(fields.cause, [every, ...codes.map((code) => [code, say(`cause_${code}`)])]);
      fill(fields.length, [every, ...lengths.map((length) => [String(length), String(length)])]);
    };

    const row = ([word, kind, cause, lemma, grammar, hooks]) => {
      const line = element("tr");
      line.tabIndex = -1;
      const name = element("td", undefined, kind ? "went" : "came");
      name.append(element("b", word));
      const why = element("td", say(`cause_${data.causes[cause].code}`));
      const reading = [lemma, grammar < 0 ? "" : told(grammar)].filter(Boolean).join(", ");
      if (reading) why.append(element("span", reading, "why"));
      why.append(element("span", told(data.causes[cause].detail), "why"));
      const hooked = hooks.map(([base, letter, back]) => say(back ? "hook_back" : "hook_front", { letter, base }));
      line.append(
        element("td", undefined, kind ? "went" : "came"),
        name,
        element("td", word.length, "number"),
        why,
        element("td", hooked.join("; "))
      );
      line.cells[0].append(element("b", kind ? "−" : "+"), " ", say(kind ? "removed" : "added"));
      return line;
    };

    const extend = () => {
      const next = fitting.slice(shown, shown + AT_ONCE).map(row);
      list.append(...next);
      shown += next.length;
      more.hidden = shown === fitting.length;
      count.textContent = fitting.length
        ? say("shown", { shown: shown.toLocaleString(language), total: fitting.length.toLocaleString(language) })
        : say("nothing_found");
      if (list.rows.length) list.rows[0].tabIndex = 0;
      return next[0];
    };

    const find = () => {
      const shape = pattern();
      fitting = data.rows.filter(
        ([word, kind, cause]) =>
          (!shape || shape.test(word)) &&
          (fields.kind.value === "" || String(kind) === fields.kind.value) &&
          (fields.cause.value === "" || data.causes[cause].code === fields.cause.value) &&
          (fields.length.value === "" || String(word.length) === fields.length.value)
      );
      shown = 0;
      list.replaceChildren();
      extend();
    };

    draw = () => {
      choices();
      find();
    };
    fields.search.addEventListener("input", find);
    for (const id of ["kind", "cause", "length"]) fields[id].addEventListener("change", find);
    more.addEventListener("click", () => extend()?.focus());

    const step = (forward) => {
      const here = document.activeElement.closest?.("#changes tr");
      if (!here) return forward && document.activeElement === fields.search ? list.rows[0] : null;
      const next = forward ? here.nextElementSibling : here.previousElementSibling;
      return next || (forward ? (more.hidden ? null : more) : fields.search);
    };
    document.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      const writing = /^(INPUT|SELECT)$/.test(document.activeElement.tagName);
      if (event.key === "/" && !writing) {
        event.preventDefault();
        fields.search.focus();
      } else if (event.key === "Escape") {
        for (const field of Object.values(fields)) field.value = "";
        find();
        fields.search.focus();
      } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        const next = step(event.key === "ArrowDown");
        if (next) {
          event.preventDefault();
          next.focus();
        }
      }
    });
  }

  chooser.addEventListener("change", () => {
    language = chooser.value;
    speak();
    draw();
  });
  draw();
})();
