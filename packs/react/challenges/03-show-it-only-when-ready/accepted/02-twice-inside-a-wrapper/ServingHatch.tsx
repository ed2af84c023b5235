export const ServingHatch = (props: { dish: string; plates: number; cooking: boolean }) => (
  <div>
    {props.cooking && <p>Cooking…</p>}
    {!props.cooking && props.plates > 0 && (
      <section>
        <h2>{props.dish}</h2>
        <p>{`${props.plates} ready`}</p>
      </section>
    )}
  </div>
);
