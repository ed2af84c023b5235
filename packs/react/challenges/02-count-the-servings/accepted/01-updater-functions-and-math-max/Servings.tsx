import { useState } from "react";

export function Servings() {
  const [count, setCount] = useState<number>(2);
  return (
    <section>
      <p>Serves {count}</p>
      <button onClick={() => setCount((n) => Math.max(1, n - 1))}>Fewer</button>
      <button onClick={() => setCount((n) => n + 1)}>More</button>
    </section>
  );
}
