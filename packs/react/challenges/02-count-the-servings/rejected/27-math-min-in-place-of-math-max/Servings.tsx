import { useState } from "react";

export function Servings() {
  const [servings, setServings] = useState(2);

  return (
    <section>
      <p>Serves {servings}</p>
      <button type="button" onClick={() => setServings(Math.min(1, servings - 1))}>Fewer</button>
      <button type="button" onClick={() => setServings(servings + 1)}>More</button>
    </section>
  );
}
