type ServingHatchProps = {
  dish: string;
  plates: number;
  cooking: boolean;
};

export function ServingHatch({ dish, plates, cooking }: ServingHatchProps) {
  return (
    <>
      {cooking && <p>Cooking…</p>}
      {plates > 0 && <div><h2>{dish}</h2><p>{plates} ready</p></div>}
    </>
  );
}
