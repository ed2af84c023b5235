import { useRef } from "react";

export function Servings() {
  const servings = useRef(2);

  function takeOneAway() {
    if (servings.current > 1) servings.current -= 1;
  }

  return (
    <section>
      <p>Serves {servings.current}</p>
      <button type="button" onClick={takeOneAway}>
        Fewer
      </button>
      <button type="button" onClick={() => (servings.current += 1)}>
        More
      </button>
    </section>
  );
}
