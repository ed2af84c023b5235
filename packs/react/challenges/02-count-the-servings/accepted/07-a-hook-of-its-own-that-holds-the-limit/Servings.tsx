import { useState } from "react";

function useCounter(start: number, min: number) {
  const [value, setValue] = useState(start);
  return {
    value,
    increase: () => setValue((v) => v + 1),
    decrease: () => setValue((v) => (v > min ? v - 1 : v)),
  };
}

export function Servings() {
  const counter = useCounter(2, 1);

  return (
    <section>
      <p>Serves {counter.value}</p>
      <button type="button" onClick={counter.decrease}>
        Fewer
      </button>
      <button type="button" onClick={counter.increase}>
        More
      </button>
    </section>
  );
}
