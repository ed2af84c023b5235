import express from "express";

const app = express();

app.get("/hello", function (request, response) {
  response.status(200).json({ message: "Good morning" });
});

export { app as default };
