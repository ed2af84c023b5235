interface CardProps {
  title: string;
  minutes?: number;
}

export function RecipeCard(props: CardProps) {
  const { title, minutes } = { minutes: 20, ...props };
  return <article><h2>{title}</h2><p>{minutes} minutes</p></article>;
}
