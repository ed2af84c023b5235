import { Component, type ChangeEvent, type FormEvent } from "react";

export type NewIngredient = { name: string; amount: string };

type AddIngredientProps = { onAdd: (ingredient: NewIngredient) => void };

export class AddIngredient extends Component<AddIngredientProps, NewIngredient> {
  state: NewIngredient = { name: "", amount: "" };

  handleName = (event: ChangeEvent<HTMLInputElement>) => {
    this.setState({ name: event.target.value });
  };

  handleAmount = (event: ChangeEvent<HTMLInputElement>) => {
    this.setState({ amount: event.target.value });
  };

  handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    const { name, amount } = this.state;
    this.props.onAdd({ name, amount });
    this.setState({ name: "", amount: "" });
  };

  render() {
    return (
      <form onSubmit={this.handleSubmit}>
        <label>
          Ingredient
          <input value={this.state.name} onChange={this.handleName} />
        </label>
        <label>
          Amount
          <input value={this.state.amount} onChange={this.handleAmount} />
        </label>
        <button type="submit">Add</button>
      </form>
    );
  }
}
