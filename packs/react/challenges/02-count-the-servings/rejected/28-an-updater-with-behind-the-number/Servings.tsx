import { useState } from "react";

export function Servings() {
  const [servings, setServings] = useState(2);

  return (
    <section>
      <p>Serves {servings}</p>
      <button type="button" onClick={() => setServings(servings > 1 ? servings - 1 : 1)}>Fewer</button>
      <button type="button" onClick={() => setServings((n) => n++)}>More</button>
    </section>
  );
}
