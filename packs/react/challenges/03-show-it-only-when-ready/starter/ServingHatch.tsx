type ServingHatchProps = {
  dish: string;
  plates: number;
  cooking: boolean;
};

export function ServingHatch({ dish, plates, cooking }: ServingHatchProps) {
  // Three situations, three outputs. So far, the hatch always says the same.
  return <p>Cooking…</p>;
}
