type ServingHatchProps = {
  dish: string;
  plates: number;
  cooking: boolean;
};

export function ServingHatch({ dish, plates, cooking }: ServingHatchProps) {
  return (
    <div>
      <p hidden={!cooking}>Cooking…</p>
      {plates > 0 && <div hidden={cooking}><h2>{dish}</h2><p>{plates} ready</p></div>}
    </div>
  );
}
