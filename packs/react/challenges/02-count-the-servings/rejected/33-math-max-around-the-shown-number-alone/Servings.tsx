import { useState } from "react";

export function Servings() {
  const [servings, setServings] = useState(2);

  return (
    <section>
      <p>Serves {Math.max(1, servings)}</p>
      <button type="button" onClick={() => setServings(servings - 1)}>
        Fewer
      </button>
      <button type="button" onClick={() => setServings(servings + 1)}>
        More
      </button>
    </section>
  );
}
