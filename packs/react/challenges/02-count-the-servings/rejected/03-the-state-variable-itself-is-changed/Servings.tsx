import { useState } from "react";

export function Servings() {
  let [servings, setServings] = useState(2);

  function takeOneAway() {
    if (servings > 1) servings--;
  }

  return (
    <section>
      <p>Serves {servings}</p>
      <button type="button" onClick={takeOneAway}>
        Fewer
      </button>
      <button type="button" onClick={() => servings++}>
        More
      </button>
    </section>
  );
}
