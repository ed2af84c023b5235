type ServingHatchProps = {
  dish: string;
  plates: number;
  cooking: boolean;
};

type Status = "cooking" | "ready" | "empty";

function statusOf(cooking: boolean, plates: number): Status {
  if (cooking) return "cooking";
  return plates >= 1 ? "ready" : "empty";
}

export function ServingHatch({ dish, plates, cooking }: ServingHatchProps) {
  switch (statusOf(cooking, plates)) {
    case "cooking":
      return <p>Cooking…</p>;
    case "ready":
      return (
        <article>
          <h2>{dish}</h2>
          <p>{`${plates} ready`}</p>
        </article>
      );
    default:
      return <></>;
  }
}
