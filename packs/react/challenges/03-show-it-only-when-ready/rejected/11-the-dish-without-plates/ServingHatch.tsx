type ServingHatchProps = {
  dish: string;
  plates: number;
  cooking: boolean;
};

export function ServingHatch({ dish, plates, cooking }: ServingHatchProps) {
  if (cooking) {
    return <p>Cooking…</p>;
  }
  return (
    <>
      <h2>{dish}</h2>
      {plates > 0 ? <p>{plates} ready</p> : null}
    </>
  );
}
