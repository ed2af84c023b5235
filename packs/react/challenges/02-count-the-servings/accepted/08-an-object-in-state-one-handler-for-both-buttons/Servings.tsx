import { useState } from "react";

type State = { servings: number };

export function Servings() {
  const [state, setState] = useState<State>(() => ({ servings: 2 }));

  const handleClick = (event: React.MouseEvent<HTMLButtonElement>) => {
    const step = event.currentTarget.name === "more" ? 1 : -1;
    setState((old) => {
      const next = old.servings + step;
      if (next < 1) return old;
      return { ...old, servings: next };
    });
  };

  return (
    <section>
      <p>Serves {state.servings}</p>
      <button type="button" name="fewer" onClick={handleClick}>Fewer</button>
      <button type="button" name="more" onClick={handleClick}>More</button>
    </section>
  );
}
