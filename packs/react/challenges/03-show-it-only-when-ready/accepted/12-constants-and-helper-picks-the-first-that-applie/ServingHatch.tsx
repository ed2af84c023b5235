import type { JSX } from "react";

type ServingHatchProps = {
  dish: string;
  plates: number;
  cooking: boolean;
};

const COOKING = <p>Cooking…</p>;

export function ServingHatch({ dish, plates, cooking }: ServingHatchProps): JSX.Element | null {
  const hasPlates = plates !== 0;
  return (
    (cooking && COOKING) ||
    (hasPlates && (
      <main>
        <h2>{dish}</h2>
        <p>
          {plates}
          {" ready"}
        </p>
      </main>
    )) ||
    null
  );
}
