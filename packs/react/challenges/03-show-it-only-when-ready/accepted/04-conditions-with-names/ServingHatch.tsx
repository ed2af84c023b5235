type ServingHatchProps = {
  dish: string;
  plates: number;
  cooking: boolean;
};

export function ServingHatch({ dish, plates, cooking }: ServingHatchProps) {
  const ready = !cooking && plates > 0;
  return (
    <>
      {cooking ? <p>Cooking…</p> : null}
      {ready ? <div><h2>{dish}</h2><p>{plates} ready</p></div> : null}
    </>
  );
}
