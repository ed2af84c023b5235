type ServingHatchProps = {
  dish: string;
  plates: number;
  cooking: boolean;
};

export const ServingHatch = function ({ dish, plates, cooking }: ServingHatchProps) {
  if (!cooking) {
    const ready = !!plates;
    return (
      <section>
        {ready ? <h2>{dish}</h2> : null}
        {ready ? <p>{plates + " ready"}</p> : null}
      </section>
    );
  }
  return (
    <section>
      <p>Cooking…</p>
    </section>
  );
};
