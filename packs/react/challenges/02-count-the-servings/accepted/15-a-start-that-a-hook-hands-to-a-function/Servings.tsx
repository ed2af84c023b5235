import * as React from "react";

function useServings(start: number, min: number) {
  const [value, setValue] = React.useState(() => start);

  const changeBy = (step: number) => () =>
    setValue((previous) => {
      const next = previous + step;
      return next < min ? min : next;
    });

  return { value, more: changeBy(+1), fewer: changeBy(-1) };
}

function Servings() {
  const { value, more, fewer } = useServings(2, 1);

  return (
    <section>
      <p>Serves {value}</p>
      <button type="button" onClick={fewer}>
        Fewer
      </button>
      <button type="button" onClick={more}>
        More
      </button>
    </section>
  );
}

export { Servings };
