type ServingHatchProps = {
  dish: string;
  plates: number;
  cooking: boolean;
};

export function ServingHatch({ dish, plates, cooking }: ServingHatchProps) {
  let content = null;
  if (cooking) {
    content = <p>Cooking…</p>;
  } else if (plates) {
    content = <div><h2>{dish}</h2><p>{plates} ready</p></div>;
  }
  return <section>{content}</section>;
}
