import { useCallback, useState } from "react";

function useServings(initial: number, minimum: number) {
  const [servings, setServings] = useState(initial);

  const changeBy = useCallback(
    (step: number) => () =>
      setServings((current) => {
        const next = current + step;
        return next < minimum ? minimum : next;
      }),
    [minimum],
  );

  return { servings, changeBy };
}

export function Servings() {
  const { servings, changeBy } = useServings(2, 1);

  return (
    <section>
      <p>Serves {servings}</p>
      <button type="button" onClick={changeBy(-1)}>Fewer</button>
      <button type="button" onClick={changeBy(+1)}>More</button>
    </section>
  );
}
