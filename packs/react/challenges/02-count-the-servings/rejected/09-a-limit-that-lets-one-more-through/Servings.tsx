import { useState } from "react";

export function Servings() {
  const [servings, setServings] = useState(2);

  function takeOneAway() {
    setServings((n) => (n >= 1 ? n - 1 : n));
  }

  return (
    <section>
      <p>Serves {servings}</p>
      <button type="button" onClick={takeOneAway}>
        Fewer
      </button>
      <button type="button" onClick={() => setServings(servings + 1)}>
        More
      </button>
    </section>
  );
}
