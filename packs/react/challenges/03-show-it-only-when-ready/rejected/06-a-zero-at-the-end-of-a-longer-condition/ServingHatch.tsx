type ServingHatchProps = {
  dish: string;
  plates: number;
  cooking: boolean;
};

export function ServingHatch({ dish, plates, cooking }: ServingHatchProps) {
  return (
    <div>
      {cooking && <p>Cooking…</p>}
      {!cooking && plates && (
        <div><h2>{dish}</h2><p>{plates} ready</p></div>
      )}
    </div>
  );
}
