import { useState } from "react";

export function Servings() {
  const [servings, setServings] = useState(2);

  const step = (amount: number) => () => {
    let next = servings;
    next += amount;
    if (next < 1) {
      next = 1;
    }
    setServings(next);
  };

  const buttons = (
    <>
      <button type="button" onClick={step(-1)}>Fewer</button>
      <button type="button" onClick={step(1)}>More</button>
    </>
  );

  return (
    <section>
      <p>Serves {String(servings)}</p>
      {buttons}
    </section>
  );
}
