import { useState } from "react";

export function Servings() {
  const [count, setCount] = useState({ servings: 2 });

  function add(step: number) {
    count.servings = Math.max(1, count.servings + step);
    setCount(count);
  }

  return (
    <section>
      <p>Serves {count.servings}</p>
      <button type="button" onClick={() => add(-1)}>Fewer</button>
      <button type="button" onClick={() => add(1)}>More</button>
    </section>
  );
}
