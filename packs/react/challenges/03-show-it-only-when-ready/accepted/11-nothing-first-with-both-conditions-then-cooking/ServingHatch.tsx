type ServingHatchProps = {
  dish: string;
  plates: number;
  cooking: boolean;
};

export function ServingHatch({ dish, plates, cooking }: ServingHatchProps) {
  const nothingToShow = !cooking && plates < 1;
  if (nothingToShow) return null;

  const busy = <p>Cooking…</p>;
  const ready = [<h2 key="dish">{dish}</h2>, <p key="count">{plates} ready</p>];

  return <div>{cooking ? busy : ready}</div>;
}
