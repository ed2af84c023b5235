import * as React from "react";

interface ServingsState {
  servings: number;
}

export function Servings(): React.JSX.Element {
  const [state, setState] = React.useState<ServingsState>({ servings: 2 });

  const onFewerClick = (event: React.MouseEvent<HTMLButtonElement>): void => {
    event.stopPropagation();
    let next = state.servings;
    next -= 1;
    if (next < 1) {
      return;
    }
    setState({ servings: next });
  };

  const onMoreClick = (event: React.MouseEvent<HTMLButtonElement>): void => {
    event.stopPropagation();
    let next = state.servings;
    next += 1;
    setState({ servings: next });
  };

  return (
    <section>
      <p>{"Serves " + state.servings}</p>
      <button type="button" onClick={onFewerClick}>
        Fewer
      </button>
      <button type="button" onClick={onMoreClick}>
        More
      </button>
    </section>
  );
}
