type ServingHatchProps = { dish: string; plates: number; cooking: boolean };

function Ready({ dish, plates }: { dish: string; plates: number }) {
  return (
    <div>
      <h2>{dish}</h2>
      <p>{plates} ready</p>
    </div>
  );
}

export function ServingHatch(props: ServingHatchProps) {
  if (props.cooking) return <p>Cooking…</p>;
  if (props.plates < 1) return null;
  return <Ready dish={props.dish} plates={props.plates} />;
}
