type ServingHatchProps = {
  dish: string;
  plates: number;
  cooking: boolean;
};

export function ServingHatch({ dish, plates, cooking }: ServingHatchProps) {
  if (!cooking) return <p>Cooking…</p>;
  if (plates === 0) return null;
  return (
    <section>
      <h2>{dish}</h2>
      <p>{plates} ready</p>
    </section>
  );
}
