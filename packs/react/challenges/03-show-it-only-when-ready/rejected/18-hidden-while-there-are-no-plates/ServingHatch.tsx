type ServingHatchProps = {
  dish: string;
  plates: number;
  cooking: boolean;
};

export function ServingHatch({ dish, plates, cooking }: ServingHatchProps) {
  if (cooking) return <p>Cooking…</p>;
  return (
    <div hidden={plates === 0}>
      <h2>{dish}</h2>
      <p>{plates} ready</p>
    </div>
  );
}
