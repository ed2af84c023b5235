type ServingHatchProps = {
  dish: string;
  plates: number;
  cooking: boolean;
};

export function ServingHatch({ dish, plates, cooking }: ServingHatchProps) {
  return (
    <div>
      <p style={{ display: cooking ? "block" : "none" }}>Cooking…</p>
      <div style={{ display: !cooking && plates > 0 ? "block" : "none" }}>
        <h2>{dish}</h2>
        <p>{plates} ready</p>
      </div>
    </div>
  );
}
