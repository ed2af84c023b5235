import { Component } from "react";

type RecipeCardProps = {
  title: string;
  minutes?: number;
};

export class RecipeCard extends Component<RecipeCardProps> {
  render() {
    const { title, minutes = 20 } = this.props;
    return (
      <article>
        <h2>{title}</h2>
        <p>{minutes} minutes</p>
      </article>
    );
  }
}
