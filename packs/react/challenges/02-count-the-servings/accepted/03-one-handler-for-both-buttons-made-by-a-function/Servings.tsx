import { useState } from "react";

function Servings() {
  const [servings, setServings] = useState(() => 2);
  const step = (by: number) => () => {
    const next = servings + by;
    if (next < 1) return;
    setServings(next);
  };
  return (
    <section>
      <p>Serves {servings}</p>
      <button type="button" onClick={step(-1)}>Fewer</button>
      <button type="button" onClick={step(1)}>More</button>
    </section>
  );
}

export { Servings };
