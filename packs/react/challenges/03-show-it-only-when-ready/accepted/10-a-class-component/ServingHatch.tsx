import { Component } from "react";

type ServingHatchProps = {
  dish: string;
  plates: number;
  cooking: boolean;
};

export class ServingHatch extends Component<ServingHatchProps> {
  renderReady() {
    const { dish, plates } = this.props;
    if (plates === 0) return null;
    return (
      <div>
        <h2>{dish}</h2>
        <p>{plates} ready</p>
      </div>
    );
  }

  render() {
    if (this.props.cooking === true) {
      return <p>Cooking…</p>;
    }
    return this.renderReady();
  }
}
