type ServingHatchProps = {
  dish: string;
  plates: number;
  cooking: boolean;
};

export function ServingHatch({ dish, plates, cooking }: ServingHatchProps) {
  if (cooking) return <p>Cooking…</p>;
  return (
    <>
      {plates && <div><h2>{dish}</h2><p>{plates} ready</p></div>}
    </>
  );
}
