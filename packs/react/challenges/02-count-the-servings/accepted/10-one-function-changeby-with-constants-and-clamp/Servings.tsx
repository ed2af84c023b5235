import { useState } from "react";

const START = 2;
const MIN = 1;

const clamp = (n: number) => (n < MIN ? MIN : n);

export function Servings() {
  const [servings, setServings] = useState(START);
  const changeBy = (delta: number) => setServings((now) => clamp(now + delta));

  return (
    <section>
      <p>Serves {servings}</p>
      <button type="button" onClick={() => changeBy(-1)}>Fewer</button>
      <button type="button" onClick={() => changeBy(+1)}>More</button>
    </section>
  );
}
