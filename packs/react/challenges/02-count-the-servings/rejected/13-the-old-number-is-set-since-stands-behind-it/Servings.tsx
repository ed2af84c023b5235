import { useState } from "react";

export function Servings() {
  let [servings, setServings] = useState(2);
  return (
    <section>
      <p>Serves {servings}</p>
      <button type="button" onClick={() => setServings(servings > 1 ? servings-- : 1)}>Fewer</button>
      <button type="button" onClick={() => setServings(servings++)}>More</button>
    </section>
  );
}
