import type { FC } from "react";

type Card = { title: string; minutes: number | undefined };

export const RecipeCard: FC<Partial<Card> & { title: string; minutes?: number }> = function ({ title, minutes }) {
  const time = minutes === undefined ? 20 : minutes;
  return (
    <li>
      <h2>{title}</h2>
      <p>{time + " minutes"}</p>
    </li>
  );
};
