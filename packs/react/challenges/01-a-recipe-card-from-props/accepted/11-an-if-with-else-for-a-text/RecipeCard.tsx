interface Props {
  title: string;
  minutes?: number | undefined;
}

function RecipeCard(props: Props) {
  let time: string;
  if (props.minutes === undefined) {
    time = "20";
  } else {
    time = props.minutes.toString();
  }
  const text = time + " " + "minutes";
  return (
    <div className="card">
      <div>
        <h2>{props.title}</h2>
      </div>
      <p>{text}</p>
    </div>
  );
}

export { RecipeCard };
