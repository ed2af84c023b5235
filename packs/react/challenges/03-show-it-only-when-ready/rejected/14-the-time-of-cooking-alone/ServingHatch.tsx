type ServingHatchProps = { dish: string; plates: number; cooking: boolean };

export function ServingHatch({ cooking }: ServingHatchProps) {
  if (cooking) return <p>Cooking…</p>;
  return null;
}
