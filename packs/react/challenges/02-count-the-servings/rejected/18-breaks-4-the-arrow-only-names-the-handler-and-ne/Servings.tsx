import { useState } from "react";

export function Servings() {
  const [servings, setServings] = useState(2);

  function fewer() {
    setServings((s) => Math.max(1, s - 1));
  }
  function more() {
    setServings((s) => s + 1);
  }

  return (
    <section>
      <p>Serves {servings}</p>
      <button type="button" onClick={() => fewer}>Fewer</button>
      <button type="button" onClick={() => more()}>More</button>
    </section>
  );
}
