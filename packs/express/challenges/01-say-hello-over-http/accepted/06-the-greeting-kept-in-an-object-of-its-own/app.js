import express from "express";

const app = express();
const greeting = { message: "The doors are open" };

app.get("/hello", (req, res) => {
  res.type("json");
  res.json(greeting);
});

export default app;
