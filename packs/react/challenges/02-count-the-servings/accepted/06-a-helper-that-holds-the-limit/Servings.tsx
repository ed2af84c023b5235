import { useState } from "react";

const atLeastOne = (n: number) => (n < 1 ? 1 : n);

export function Servings() {
  const [servings, setServings] = useState(2);
  return (
    <section>
      <p>Serves {servings}</p>
      <button type="button" onClick={() => setServings((n) => atLeastOne(n - 1))}>Fewer</button>
      <button type="button" onClick={() => setServings((n) => n + 1)}>More</button>
    </section>
  );
}
