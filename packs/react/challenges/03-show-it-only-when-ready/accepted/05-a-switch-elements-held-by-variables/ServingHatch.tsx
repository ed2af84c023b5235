type ServingHatchProps = {
  dish: string;
  plates: number;
  cooking: boolean;
};

export function ServingHatch({ dish, plates, cooking }: ServingHatchProps) {
  const name = <h2>{dish}</h2>;
  const count = <p>{plates + " ready"}</p>;
  switch (true) {
    case cooking:
      return <p>Cooking…</p>;
    case plates === 0:
      return null;
    default:
      return [name, count];
  }
}
