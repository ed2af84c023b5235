import * as React from "react";

const FIRST = 2;

export const Servings = () => {
  const [people, change] = React.useState(FIRST);
  const fewer = () => change(people - 1);
  const more = () => change(people + 1);
  return (
    <section>
      <p>{`Serves ${people}`}</p>
      <button type="button" disabled={people === 1} onClick={fewer}>Fewer</button>
      <button type="button" onClick={more}>More</button>
    </section>
  );
};
