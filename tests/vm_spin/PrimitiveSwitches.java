// Switches on primitive values and with primitive type patterns, a preview feature of JDK 25.
public class PrimitiveSwitches {
  static String i(int v){ return switch(v){ case byte b->"byte"; case char c->"char"; case short s->"short"; case float f->"float"; case int q->"int"; }; }
  static String l(long v){ return switch(v){ case 1L->"one"; case byte b->"byte"; case int b->"int"; case float f->"float"; case double s->"double"; case long q->"long"; }; }
  static String o(Object v){ return switch(v){ case byte b->"byte"; case char c->"char"; case int b->"int"; case float f->"float"; case double s->"double"; case boolean q->"bool"; default->"?"; }; }
  static String d(double v){ return switch(v){ case 1.5->"1.5"; case 0.0->"0"; case int b->"int"; case float f->"float"; case double s->"double"; }; }
  static String f(float v){ return switch(v){ case 1.5f->"1.5"; case int b->"int"; case float f->"float"; }; }
  static String b(boolean v){ return switch(v){ case true->"t"; case false->"f"; }; }
  static String n(Number v){ return switch(v){ case byte b->"byte"; case int b->"int"; case double s->"double"; default->"?"; }; }
  static String w(Integer v){ return switch(v){ case 3->"3"; case long b->"long"; }; }
  public static void main(String[] x){
    for(int v:new int[]{1,200,40000,70000,-40000,16777217,Integer.MAX_VALUE,Integer.MIN_VALUE})System.out.println(v+" "+i(v)+" "+d(v)+" "+f(v)+" "+o(v)+" "+w(v));
    for(long v:new long[]{1,2,200,70000,1L<<40,(1L<<40)+1,(1L<<60)+1,Long.MAX_VALUE})System.out.println(v+" "+l(v)+" "+n(v));
    for(double v:new double[]{1,1.5,0.0,-0.0,0.1,1e40,Double.NaN})System.out.println(v+" "+d(v)+" "+f((float)v)+" "+o(v)+" "+n(v));
    System.out.println(b(true)+b(false)+o(true)+o('c')+o((byte)1)+o((short)1)+o(1f)+n((byte)1));
  }
}
