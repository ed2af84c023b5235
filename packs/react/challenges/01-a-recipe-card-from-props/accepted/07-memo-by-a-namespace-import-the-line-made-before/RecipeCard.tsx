import * as React from "react";
interface Props { title: string; minutes?: number }
export const RecipeCard = React.memo(function RecipeCard({ title, minutes }: Props) {
  const time = `${minutes || 20} minutes`;
  return <article className="x"><h2 className="head">{title}</h2><p>{time}</p></article>;
});
